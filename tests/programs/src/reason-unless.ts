/** The reason why tests cannot run here, unless they can; with CI=true they run all the same, and fail. */
export function reasonUnless(possible: boolean, reason: string): string | undefined {
  return possible || process.env['CI'] === 'true' ? undefined : reason;
}
