// Puts the page on the device, and notices when a newer build of it has come: a line offers it, and nothing changes before somebody wants it.
import { folder, hasLocal, isStatic } from "./place";

/** After the page is there, so that nothing it needs has to wait. */
const PAUSE = 4000;

class Newer {
  /** A newer build is on the device, and begins when the page is loaded again. */
  isHere = $state(false);
  #waiting: ServiceWorker | null = null;

  /** Keep the page on this device. */
  keep(): void {
    if (!hasLocal || !("serviceWorker" in navigator)) return;
    const begin = () => setTimeout(() => void this.#register(), PAUSE);
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true });
  }

  async #register(): Promise<void> {
    try {
      const found = await navigator.serviceWorker.register(`${folder}sw.js${isStatic ? "?static" : ""}`);
      const look = () => void this.#look(found.waiting);
      look();
      found.addEventListener("updatefound", () => {
        const coming = found.installing;
        coming?.addEventListener("statechange", look);
      });
    } catch {
      // No room, or a browser that does not want to: the page works as long as its host answers.
    }
  }

  async #look(waiting: ServiceWorker | null): Promise<void> {
    if (!waiting || !navigator.serviceWorker.controller) return;
    if (await isOwn(waiting))
      waiting.postMessage({ begin: true }); // this page came from the net, and is that build already
    else [this.#waiting, this.isHere] = [waiting, true];
  }

  /** Change over to the newer build. Tables are kept: they open again where they were. */
  begin(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#waiting?.postMessage({ begin: true });
  }
}

function isOwn(worker: ServiceWorker): Promise<boolean> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data === true);
    worker.postMessage({ has: import.meta.url }, [port2]);
  });
}

export const newer = new Newer();
