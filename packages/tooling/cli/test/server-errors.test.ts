import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { exitCodes } from '../src/cli-error.ts';
import { errorFrom, IncompatibleServer } from '../src/mcp/server-errors.ts';

const ending = 'http://localhost:3000/mcp closed the connection';

it.each([SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected])(
  'a URL closes the connection, and does not exit: %s',
  (code) => {
    const error = errorFrom(new SdkError(code, 'Not connected'), ending);
    expect(error).toMatchObject({ message: `${ending} before it responded.`, exitCode: exitCodes.unconnected });
    expect(error).not.toBeInstanceOf(IncompatibleServer);
  },
);

it.each([
  new SdkError(SdkErrorCode.InvalidResult, 'The result is invalid.'),
  new SyntaxError('Unexpected token'),
  'a thrown text',
])('another protocol may work after %s', (thrown) => {
  expect(errorFrom(thrown, ending)).toBeInstanceOf(IncompatibleServer);
});

it('an error of the server stays as it is, also inside another error', () => {
  const sent = ProtocolError.fromError(-32000, 'Full.');
  expect(errorFrom(new Error('Failed.', { cause: sent }), ending)).toBe(sent);
});
