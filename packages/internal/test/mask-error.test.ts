import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { maskError } from '../src/index.ts';

const token = 'a-secret-token';

describe('maskError', () => {
  it('masks secrets and their fragments in the name, message, stack and code of an error', () => {
    const error = Object.assign(new Error(`${token} or ${token.slice(0, 10)}…`), { name: `Of ${token}`, code: token });
    const masked = maskError(error, [token, undefined, null]);
    expect(masked).toMatchObject({ name: 'Of [masked]', message: '[masked] or [masked]…', code: '[masked]' });
    expect(masked.stack).toContain('[masked]');
    expect(inspect(masked)).not.toContain('a-secret');
  });

  it('masks causes, and keeps at most four', () => {
    let error = new Error(`0 ${token}`);
    for (let depth = 1; depth < 8; depth += 1) error = new Error(`${depth} ${token}`, { cause: error });
    const messages: string[] = [];
    for (let cause: unknown = maskError(error, [token]); cause instanceof Error; cause = cause.cause) {
      messages.push(cause.message);
    }
    expect(messages).toEqual(['7 [masked]', '6 [masked]', '5 [masked]', '4 [masked]', '3 [masked]']);
  });

  it('drops other fields, such as a response that a library attaches', () => {
    const masked = maskError(Object.assign(new Error('failed'), { response: { body: token } }), []);
    expect(inspect(masked, { depth: 9 })).not.toContain(token);
  });

  it('drops a cause that is not an error, such as the body of a response', () => {
    const masked = maskError(new Error('failed', { cause: { message: 'user ada@example.com' } }), []);
    expect(inspect(masked, { depth: 9 })).not.toContain('ada@example.com');
  });

  it('copies thrown values that are not errors', () => {
    expect(maskError(`no ${token}`, [token]).message).toBe('no [masked]');
    expect(maskError({ message: `no ${token}` }, [token]).message).toBe('no [masked]');
    expect(maskError(undefined, [token]).message).toBe('undefined');
  });
});
