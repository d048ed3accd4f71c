// A picture of what is on the page now, made in the page: a copy of it with its styles and letters, drawn onto a canvas.

const asData = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("a letter could not be read"));
    reader.readAsDataURL(blob);
  });

/** All styles of the page as one text; the letters that are in use lie in it, for a picture fetches nothing. */
async function styles(): Promise<string> {
  let text = "";
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) text += `${rule.cssText}\n`;
  const wanted = new Set([...text.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map((found) => found[1] ?? ""));
  for (const address of wanted) {
    const base = [...document.styleSheets].map((sheet) => sheet.href).find(Boolean) ?? location.href;
    const answer = await fetch(new URL(address, base)).catch(() => null);
    if (answer?.ok) text = text.replaceAll(address, await asData(await answer.blob()));
  }
  return text;
}

const HOLDER = "whole-page";

/** Styles of a whole document for a copy of it that lies in a holder: that alone has what the root had, or games would lose their colours. */
export const held = (text: string): string => text.replaceAll(":root", `.${HOLDER}`);

/** Draw a part of the page, twice as fine as the screen. Media queries hold in a picture as they do in a window of its size. */
export async function pictureOf(whole: HTMLElement, part: DOMRect): Promise<Blob> {
  const [width, height] = [innerWidth, innerHeight];
  const copy = whole.cloneNode(true) as HTMLElement;
  const holder = document.createElement("div");
  holder.className = HOLDER;
  holder.dataset.theme = document.documentElement.dataset.theme ?? "light";
  holder.setAttribute("xmlns", "http://www.w3.org/1999/xhtml");
  holder.setAttribute("style", `width:${width}px;height:${height}px;font:500 16px/1.3 var(--text)`);
  const style = document.createElement("style");
  style.textContent = `${held(await styles())}\n*{animation:none!important;transition:none!important}`;
  holder.append(style, copy);
  const body = new XMLSerializer().serializeToString(holder);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${body}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const fine = 2;
  canvas.width = fine * part.width;
  canvas.height = fine * part.height;
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("this browser draws no pictures");
  paint.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("nothing was drawn"))), "image/png"),
  );
}

/** Let the browser keep something as a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
