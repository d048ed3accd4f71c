// Measures the page just before it is drawn, when it is laid out anyway: everybody reads first, and acts on it after.
//
// Who reads a place after somebody else has changed something makes the browser lay out the whole page there and then, once for each such
// pair; a move that four parts measured was laid out four times.

const due = new Set<() => () => void>();
let frame = 0;

function all(): void {
  frame = 0;
  const reads = [...due];
  due.clear();
  const acts = reads.map((read) => read());
  for (const act of acts) act();
}

/** Read something off the next picture of the page and act on it; what is returned calls that off. */
export function measure<T>(read: () => T, act: (found: T) => void): () => void {
  const both = () => {
    const found = read();
    return () => {
      act(found);
    };
  };
  due.add(both);
  frame ||= requestAnimationFrame(all);
  return () => void due.delete(both);
}
