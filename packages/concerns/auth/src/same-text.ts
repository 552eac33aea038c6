/**
 * Compares two texts of at most `width` characters in a time that tells nothing of where they differ: all positions are
 * read whatever was found before, and none is branched on.
 */
export function isSameText(a: string, b: string, width: number): boolean {
  let difference = a.length ^ b.length;
  for (let position = 0; position < width; position++) {
    // Past the end charCodeAt is NaN, which counts as 0 here.
    difference |= a.charCodeAt(position) ^ b.charCodeAt(position);
  }
  return difference === 0;
}
