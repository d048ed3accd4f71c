// The service worker: keeps the page, the games and what speaks their words on the device, whole, under the hash of the build.
//
// A build is on the device completely or not at all. What an open page was loaded from stays until no page uses it, so that an update never
// takes anything away from a running game. `files.js`, written beside this file, says what belongs to the build.

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asking extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Waiting {
  readonly data: { json(): { title: string; text: string; path: string; table: string } } | null;
}
interface Touched extends Waiting {
  readonly notification: { readonly data: { path: string } | null; close(): void };
}
interface Subscription {
  readonly endpoint: string;
  toJSON(): { keys: { p256dh: string; auth: string } };
}
interface Moved extends Waiting {
  readonly oldSubscription?: Subscription | null;
  readonly newSubscription?: Subscription | null;
}
interface Page {
  readonly url: string;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
}
interface Scope {
  readonly location: Location;
  readonly registration: {
    readonly scope: string;
    readonly pushManager: { subscribe(how: object): Promise<Subscription> };
    showNotification(title: string, options: object): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: object): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  BUILD: string;
  FILES: readonly string[];
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", heard: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", heard: (event: Asking) => void): void;
  addEventListener(kind: "push", heard: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", heard: (event: Touched) => void): void;
  addEventListener(kind: "pushsubscriptionchange", heard: (event: Moved) => void): void;
  addEventListener(kind: "message", heard: (event: MessageEvent) => void): void;
}
declare function importScripts(...names: string[]): void;

const worker = self as unknown as Scope;
importScripts("files.js");

const PREFIX = "mousehole ";
const OURS = PREFIX + worker.BUILD;
const home = worker.registration.scope;
/** Plain files come from the device first; a server, which may be newer, is asked first. */
const isStatic = worker.location.search === "?static";
/** Longer than this nobody waits for a server that may not be there. */
const PATIENCE = 3000;
/** Names that change with what is in the file: whichever cache has one has the right one. */
const LASTING = /^(assets\/|local\/.*\.[0-9a-f]{8,}\.)/;

const nameOf = (url: string): string => url.slice(home.length).split(/[?#]/, 1)[0] ?? "";

/** Bring a file of this build in: from an older build's where it is the same, else from the net. */
async function bring(cache: Cache, name: string): Promise<void> {
  const url = home + name;
  const kept = LASTING.test(name) ? await caches.match(url, { ignoreVary: true }) : undefined;
  const found = kept ?? (await fetch(url, { cache: LASTING.test(name) ? "default" : "no-cache" }));
  if (!found.ok) throw new Error(`${name} is missing`);
  await cache.put(url, found);
}

async function install(): Promise<void> {
  const cache = await caches.open(OURS);
  await Promise.all(worker.FILES.map((name) => bring(cache, name)));
}

/** Forget older builds, unless pages that may need them are open. */
async function tidy(most: number): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length > most) return;
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== OURS) await caches.delete(name);
}

async function kept(name: string): Promise<Response | undefined> {
  return (await caches.open(OURS)).match(home + name, { ignoreVary: true });
}

/** Ask the net, and fall back to what is kept when nobody answers in time. */
async function netFirst(request: Request, name: string): Promise<Response> {
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE));
  const asked = fetch(request).then(
    (answer) => (answer.status >= 500 ? undefined : answer),
    () => undefined,
  );
  return (await Promise.race([asked, late])) ?? (await kept(name)) ?? (await asked) ?? Response.error();
}

async function answer(request: Request): Promise<Response> {
  const name = nameOf(request.url);
  if (request.mode === "navigate") return isStatic ? ((await kept("")) ?? fetch(request)) : netFirst(request, "");
  if (LASTING.test(name)) return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  return isStatic ? ((await kept(name)) ?? fetch(request)) : netFirst(request, name);
}

/** The pages that show a table. */
async function pagesAt(path: string): Promise<Page[]> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((page) => new URL(page.url).pathname === path);
}

/** It is somebody's turn: say so, unless they see the table. */
async function call(event: Pushed): Promise<void> {
  const told = event.data?.json();
  if (!told || (await pagesAt(told.path)).some((page) => page.visibilityState === "visible")) return;
  await worker.registration.showNotification(told.title, {
    body: told.text,
    tag: told.table,
    icon: `${home}icon-192.png`,
    data: { path: told.path },
  });
}

/** A notice was touched: to its table, in the page that shows it already or in a new one. */
async function go(path: string): Promise<void> {
  const [open] = await pagesAt(path);
  await (open ? open.focus() : worker.clients.openWindow(home + path.slice(1)));
}

async function tell(path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(home + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}`);
}

/** The push service has moved this browser to another address: have one, and tell the server, so that calls still arrive. */
async function move({ oldSubscription: old, newSubscription }: Moved): Promise<void> {
  const { key } = (await (await fetch(`${home}api/calling`)).json()) as { key: string };
  const made = newSubscription ?? (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { p256dh, auth } = made.toJSON().keys;
  await tell("api/calling/devices", { endpoint: made.endpoint, public: p256dh, auth });
  if (old) await tell("api/calling/devices/remove", { endpoint: old.endpoint });
}

worker.addEventListener("push", (event) => event.waitUntil(call(event)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(go(event.notification.data?.path ?? "/"));
});
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move(event)));
worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy(0).then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(home) || /^(api|metrics)\b/.test(nameOf(request.url))) return;
  if (request.mode === "navigate") event.waitUntil(tidy(1)); // the one that goes is the one that comes
  event.respondWith(answer(request));
});
// A page asks the build that waits whether it is its own, and may let it begin.
worker.addEventListener("message", ({ data, ports }: MessageEvent<{ has?: string; begin?: boolean }>) => {
  if (data.has !== undefined) ports[0]?.postMessage(worker.FILES.includes(nameOf(data.has)));
  if (data.begin) void worker.skipWaiting();
});
