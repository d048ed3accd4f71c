// Small things about words that every part of the page needs.

/** Names as people list them: "Pip, Nib and you". */
export function listed(names: readonly string[], word = "and"): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

/** A name from the rules as words: "alley cat". */
export const words = (name: string): string => name.replaceAll("_", " ");

/** A text with a capital letter in front. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
