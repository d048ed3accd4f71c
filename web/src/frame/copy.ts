// Copying into the clipboard, also where browsers keep theirs shut: at an address in the house that is not https.

/** Copy a text; tell whether it worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** As one would: write it down, mark it, copy. What lies outside an open sheet cannot be marked. */
function copyByHand(text: string): boolean {
  const sheet = document.createElement("textarea");
  const before = document.activeElement as HTMLElement | null;
  sheet.value = text;
  sheet.className = "unseen";
  sheet.setAttribute("aria-hidden", "true");
  (document.querySelector("dialog[open]") ?? document.body).append(sheet);
  sheet.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    sheet.remove();
    before?.focus();
  }
}

/** Let the browser save a text as a file. */
export function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
