/** How far a tool is, as the words of its task. */
export function progressText(done: number, total: number | undefined, message: string | undefined): string {
  const count = total === undefined ? String(done) : `${done} of ${total}`;
  return message === undefined ? count : `${message} (${count})`;
}
