// Whether this person is on several devices: then their figures are shared.
import { isStatic } from "../frame/place";

const KEY = "on several devices";

/** Whether this device knows that its person has others. */
export function isShared(): boolean {
  try {
    return !isStatic && localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** Note whether this person has other devices; figures are shared from then on, or no more. */
export function noteShared(is: boolean): void {
  try {
    if (is) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // without storage there are no figures either
  }
}
