// Analyses of finished games that were made on this device: kept apart from the tables, so that each is made once.
import type { Analysis } from "../api/client";

const NAME = "mousehole studies";
const STORE = "analyses";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error ?? new Error("the device's memory failed"));
  });
}

let opened: Promise<IDBDatabase> | undefined;

function base(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return done(request);
  })();
  opened.catch(() => (opened = undefined));
  return opened;
}

/** What was kept of a table's game; nothing where the device keeps nothing. */
export async function keptAnalysis(code: string): Promise<Analysis | null> {
  try {
    const found = await done((await base()).transaction(STORE).objectStore(STORE).get(code) as IDBRequest<Analysis | undefined>);
    return found ?? null;
  } catch {
    return null;
  }
}

/** Keep a whole analysis, and forget those of tables that are gone. What cannot be kept is made again. */
export async function keepAnalysis(code: string, found: Analysis, tables: readonly string[]): Promise<void> {
  try {
    const store = (await base()).transaction(STORE, "readwrite").objectStore(STORE);
    store.put(found, code);
    for (const key of await done(store.getAllKeys())) if (!tables.includes(String(key))) store.delete(key);
  } catch {
    // made again when it is asked for again
  }
}
