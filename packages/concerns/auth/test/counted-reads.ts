/** A string that counts how many of its characters are read. */
export function watched(text: string): { readonly text: string; readonly reads: () => number } {
  let reads = 0;
  const object = {
    length: text.length,
    charCodeAt: (position: number) => {
      reads += 1;
      return text.charCodeAt(position);
    },
  };
  return { text: object as unknown as string, reads: () => reads };
}
