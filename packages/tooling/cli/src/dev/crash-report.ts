import { firstText, isObject, parseJson, stringsOf } from '@toolwire/internal';

/** The error that ended a program. */
export interface Crash {
  readonly message: string;
  readonly code: string | undefined;
  /** The URL of an explanation. */
  readonly help: string | undefined;
  /** The stacks of the error and of its causes. */
  readonly stacks: readonly string[];
  /** The output of Node about the error. */
  readonly output: string;
}

/** Precedes the report of an error on stderr. Below the report is the output of Node about the error. */
export const crashMark = '\u0000toolwire-crash ';

/**
 * Runs inside the user's program. Reports the error that ends it, before Node prints the error. Its source text is sent, so it can use
 * only its parameters.
 */
export function reportCrash(
  process: NodeJS.Process,
  writeSync: (file: number, text: string) => void,
  mark: string,
): void {
  process.on('uncaughtExceptionMonitor', (thrown: unknown) => {
    // The program handles its errors itself, and goes on.
    if (process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback()) return;
    const stacks: string[] = [];
    for (let error = thrown; stacks.length < 5 && error instanceof Error; error = error.cause) {
      stacks.push(String(error.stack));
    }
    const { message: text, code, help, issues } = Object(thrown) as Record<string, unknown>;
    // Schema libraries put a list of problems in the error, and JSON in its message. Their values may not be JSON.
    const problems = (Array.isArray(issues) ? issues.map(Object) : []).flatMap((issue: Record<string, unknown>) => {
      const path = Array.isArray(issue['path']) ? issue['path'].map(String).join('.') : '';
      return typeof issue['message'] === 'string' ? (path === '' ? '' : `${path}: `) + issue['message'] : [];
    });
    const message = problems.join('; ') || (typeof text === 'string' ? text : String(thrown));
    const [codeText, helpText] = [code, help].map((value) => (typeof value === 'string' ? value : ''));
    writeSync(2, `${mark}${JSON.stringify({ message, code: codeText, help: helpText, stacks })}\n`);
  });
}

/** Creates a reader that separates the report of an error from the other output of a program on stderr. */
export function createCrashReader() {
  let report = '';
  return {
    /** Adds output. Returns the part that does not belong to a report, once that is known. */
    add(text: string): string {
      const output = report + text;
      const start = offsetOfMark(output);
      report = output.slice(start);
      return output.slice(0, start);
    },
    /** The error, after the end of the output. */
    crash: (): Crash | undefined => readCrash(report),
  };
}

/** The offset of the mark, or of its start at the end of the text, or else the length of the text. */
function offsetOfMark(text: string): number {
  const offset = text.indexOf(crashMark);
  if (offset >= 0) return offset;
  const start = text.lastIndexOf(crashMark.slice(0, 1));
  return start >= 0 && crashMark.startsWith(text.slice(start)) ? start : text.length;
}

function readCrash(report: string): Crash | undefined {
  const end = report.indexOf('\n');
  // A program that was killed may have written only a part.
  const fields: unknown = end < 0 ? undefined : parseJson(report.slice(crashMark.length, end));
  if (!isObject(fields)) return undefined;
  const { message, code, help, stacks } = fields;
  return {
    message: String(message),
    code: firstText(code),
    help: firstText(help),
    stacks: stringsOf(stacks),
    output: report.slice(end + 1),
  };
}
