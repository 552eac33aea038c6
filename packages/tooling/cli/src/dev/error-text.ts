import { withoutCode } from '@toolwire/internal';
import { markOf, styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { truncate } from '../terminal/text-width.ts';
import { joinLines, lineWidth, withPrefix, wrapText } from '../terminal/wrap-text.ts';
import type { Crash } from './crash.ts';
import { locateError } from './locate-error.ts';

// A longer message is cut. `--verbose` prints it in full.
const maxLines = 3;

/** Describes the error that ended a program, in at most three lines: its location, message, code and explanation. */
export function errorText(crash: Crash, root: string, fallbackLocation: string, terminal: Terminal): string {
  const style = styleOf(terminal);
  const { location = fallbackLocation, message } = locateError(crash, root);
  const { code, help } = crash;
  const maxMessageLines = help === undefined ? maxLines : maxLines - 1;
  const suffix = code === undefined ? '' : ` [${code}]`;
  const text = `${safeLine(withoutCode(message, code))}${suffix}`;
  const width = lineWidth(terminal, 2);
  const lines = wrapText(`${safeLine(location)} ${text}`, width);
  const shown =
    lines.length <= maxMessageLines
      ? lines
      : [
          ...lines.slice(0, maxMessageLines - 1),
          `${truncate(lines.slice(maxMessageLines - 1).join(' '), width - suffix.length)}${suffix}`,
        ];
  const [first = '', ...more] = shown;
  const colored = first.startsWith(location) ? `${style.cyan(location)}${first.slice(location.length)}` : first;
  const link = help === undefined ? [] : [`${style.dim('→')} ${style.link(help.replace(/^https?:\/\//, ''), help)}`];
  return joinLines([...withPrefix(`${markOf('problem', style)} `, 2, [colored, ...more]), ...link]);
}
