import { describe, expect, it, vi } from 'vitest';
import { prettyLogger } from '../src/index.ts';

/** The written lines without their times. */
function linesOf(write: (logger: ReturnType<typeof prettyLogger>) => void): string[] {
  const lines: string[] = [];
  write(prettyLogger({ write: (line) => void lines.push(line.replace(/^\d\d:\d\d:\d\d\.\d{3} /, '')) }));
  return lines;
}

describe('a line of the pretty logger', () => {
  it('contains the level, the message and the fields', () => {
    const fields = { toolId: 'Mail.Send@1.2.0', text: 'two words', ms: 1.5, list: [1], none: null, no: undefined };
    expect(linesOf((logger) => logger.info(fields, 'A call succeeded'))).toEqual([
      'INFO  A call succeeded  toolId=Mail.Send@1.2.0  text="two words"  ms=1.5  list=[1]  none=null',
    ]);
  });

  it('shows the stack of an error below', () => {
    const [line = ''] = linesOf((logger) =>
      logger.error({ error: { message: 'No', stack: 'Error: No\n    at here' } }, 'Failed'),
    );
    expect(line.split('\n')).toEqual(['ERROR Failed  error="No"', '    Error: No', '        at here']);
  });

  it('shows the stacks of causes, up to a limit', () => {
    const cause: Record<string, unknown> = { message: 'Why', stack: 'TypeError: Why\n    at there' };
    const [line = ''] = linesOf((logger) => logger.error({ error: { message: 'No', stack: 'Error: No', cause } }, 'A'));
    expect(line.split('\n')).toEqual([
      'ERROR A  error="No"',
      '    Error: No',
      '    Caused by: TypeError: Why',
      '        at there',
    ]);
    cause['cause'] = cause;
    const [endless = ''] = linesOf((logger) => logger.error({ error: cause }, 'A'));
    expect(endless.split('Caused by')).toHaveLength(6);
  });

  it('shows causes that are not errors, and the errors of an AggregateError', () => {
    const [line = ''] = linesOf((logger) => logger.error({ error: new Error('No', { cause: 'disk full' }) }, 'A'));
    expect(line).toContain('\n    Caused by: disk full');
    const both = new AggregateError([new Error('db down'), { code: 7 }], 'All failed');
    const [several = ''] = linesOf((logger) => logger.error({ error: both }, 'A'));
    expect(several).toContain('\n    Contains: Error: db down\n');
    expect(several).toContain('\n    Contains: {"code":7}');
  });

  it('shows the first errors of an AggregateError with very many', () => {
    const error = new AggregateError(
      Array.from({ length: 300_000 }, () => 'down'),
      'All failed',
    );
    const [line = ''] = linesOf((logger) => logger.error({ error }, 'A'));
    expect(line.split('Contains: down')).toHaveLength(6);
  });

  it('shows an error in place of the fields', () => {
    const [line = ''] = linesOf((logger) => logger.error(new RangeError('Too far'), 'Failed'));
    expect(line).toContain('ERROR Failed  err="Too far"\n    RangeError: Too far\n');
  });

  it('contains no injected line break and no cursor movement', () => {
    const evil = 'a\n12:00:00.000 ERROR forged\u001b[2J';
    const [line = ''] = linesOf((logger) => logger.warn({ [evil]: evil }, evil));
    expect(line).not.toContain('\n');
    expect(line).not.toContain('\u001b');
  });

  it('contains no control characters of Latin-1, and no bidi or line separators', () => {
    const evil = 'a\u009b2Jb\u0085c\u007fd\u2028e\u202ef';
    const stack = `Error: ${evil}\n    at ${evil}`;
    const fields = { [evil]: evil, list: [evil], of: Symbol(evil), error: { message: evil, stack } };
    const [line = ''] = linesOf((logger) => logger.warn(fields, evil));
    expect(line).not.toMatch(/[\u007f-\u009f\u2028\u202e]/);
    expect(line).toContain('a\\u009b2Jb\\u0085c');
  });

  it('is written even for values that JSON cannot represent', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(linesOf((logger) => logger.warn({ circle, big: { n: 1n } }, 'Odd'))).toEqual([
      'WARN  Odd  circle={"self":"[circular]"}  big={"n":"1"}',
    ]);
  });

  it('goes to the console by default', () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    prettyLogger().info({}, 'Hello');
    expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/INFO {2}Hello$/));
    info.mockRestore();
  });
});
