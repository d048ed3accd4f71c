// What this browser can do to call somebody: notices of the system, and messages of a push service while the page is closed.
import { folder, hasLocal, isStatic } from "../frame/place";

/** What the server keeps about a browser that it may call. */
export interface Subscribed {
  endpoint: string;
  public: string;
  auth: string;
}

export const canNotify = (): boolean => typeof Notification === "function";

/** Whether this browser can be called while the page is closed. iPhones and iPads can once the page is on the home screen. */
export const canPush = (): boolean =>
  canNotify() && hasLocal && !isStatic && "serviceWorker" in navigator && typeof PushManager === "function";

/** Ask for the right to show notices, which only a touch may do; tell whether it is there. */
export async function allowed(): Promise<boolean> {
  if (!canNotify()) return false;
  return (Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission) === "granted";
}

export const isAllowed = (): boolean => canNotify() && Notification.permission === "granted";

async function registration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(`${folder}sw.js`);
  return navigator.serviceWorker.ready;
}

/** What the worker has, where there is one already. */
async function present(): Promise<ServiceWorkerRegistration | undefined> {
  return "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

export function textOf(raw: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0)));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Let the server with this key call this browser; one that another server subscribed is subscribed anew. */
export async function subscribe(key: string): Promise<Subscribed> {
  const { pushManager } = await registration();
  const old = await pushManager.getSubscription();
  if (old && textOf(old.options.applicationServerKey) !== key) await old.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  return { endpoint: made.endpoint, public: textOf(made.getKey("p256dh")), auth: textOf(made.getKey("auth")) };
}

/** Take no more calls; return where they went. */
export async function unsubscribe(): Promise<string | null> {
  const found = await (await present())?.pushManager?.getSubscription();
  if (!found) return null;
  await found.unsubscribe();
  return found.endpoint;
}

export interface Notice {
  title: string;
  text: string;
  path: string;
  table: string;
}

/** Show a notice; one about the same table takes its place, whether the page or the worker has shown it. */
export async function show({ title, text, path, table }: Notice): Promise<void> {
  if (!isAllowed()) return;
  const options = { body: text, tag: table, icon: `${folder}icon-192.png`, data: { path } };
  const worker = await present();
  if (worker?.active) return worker.showNotification(title, options);
  const notice = new Notification(title, options);
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Take notices about a table away: somebody has come. */
export async function clear(table: string): Promise<void> {
  if (!isAllowed()) return;
  for (const notice of (await (await present())?.getNotifications({ tag: table })) ?? []) notice.close();
}
