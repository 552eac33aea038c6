/** Compares two versions `x.y.z`. An empty version comes first. */
export function compareVersionTexts(left: string, right: string): number {
  const others = right.split('.');
  for (const [index, part] of left.split('.').entries()) {
    const difference = byNumber(part, others[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares integers of any size: without leading zeros, the longer one is larger. */
function byNumber(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

/** Whether a caller requested a version of a tool, as in `Toolkit.Tool@1.0.0`. */
export function hasVersion({ toolId }: { readonly toolId: string }): boolean {
  return toolId.includes('@');
}
