import { truncate } from './text-width.ts';

interface TerminalStream {
  readonly columns: number;
  readonly write: (text: string) => void;
}

const delayMs = 300;
const frameMs = 80;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Creates a line that shows work in progress below the output. */
export function createStatusLine(stream: TerminalStream) {
  let current: string | undefined;
  let isDrawn = false;
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    if (isDrawn) stream.write('\r\u001b[K');
    isDrawn = false;
  };
  const draw = (): void => {
    const line = `${frames[frame % frames.length] ?? ''} ${current ?? ''}`;
    // A line of the whole width would wrap.
    stream.write(`\r${truncate(line, Math.max(1, stream.columns - 1))}\u001b[K`);
    isDrawn = true;
    frame += 1;
    timer = setTimeout(draw, frameMs).unref();
  };
  return {
    /** Shows a line once the work takes longer than 300 ms; `undefined` removes it. */
    show: (text: string | undefined): void => {
      current = text;
      if (text !== undefined) {
        timer ??= setTimeout(draw, delayMs).unref();
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      clear();
    },
    /** Clears the line before other output. It is drawn again below. */
    clear,
  };
}
