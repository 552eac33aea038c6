/** Tells which of two versions `x.y.z` is newer, by the sign of a number. None at all comes first, as any version is newer. */
export function compareVersionTexts(left: string, right: string): number {
  const others = right.split('.');
  for (const [index, part] of left.split('.').entries()) {
    const difference = byNumber(part, others[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Of whole numbers without leading zeros the longer is the larger, however large they are. */
function byNumber(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}
