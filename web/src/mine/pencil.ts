// Pencil marks on puzzles: what somebody has struck out, kept on this device for the last puzzles.

const KEY = "pencil";
const MOST = 40;

function all(): [string, string[]][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found)
      ? found.filter((one): one is [string, string[]] => Array.isArray(one) && typeof one[0] === "string" && Array.isArray(one[1]))
      : [];
  } catch {
    return []; // storage is switched off, or holds something else
  }
}

/** What is struck out on a puzzle. */
export const marksOn = (id: string): Set<string> => new Set(all().find(([name]) => name === id)?.[1]);

/** Strike something out, or rub that out again; gives all marks of the puzzle. */
export function strike(id: string, thing: string): Set<string> {
  const marks = marksOn(id);
  if (!marks.delete(thing)) marks.add(thing);
  try {
    localStorage.setItem(KEY, JSON.stringify([...all().filter(([name]) => name !== id), [id, [...marks]]].slice(-MOST)));
  } catch {
    // it lasts as long as this page
  }
  return marks;
}
