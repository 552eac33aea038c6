import { defineTool, defineToolkit, type ToolDefinition } from '@toolwire/core';
import { expectHostedServer, releaseLine } from '@toolwire/core/internal';
import type { WireCodec } from '@toolwire/core/wire';
import { otc } from '@toolwire/otc';
import { describe, expect, it } from 'vitest';
import { createToolServer } from '../src/index.ts';
import { recordingLogger } from './support.ts';

/** The same, as a package of another release would have made it. */
function fromRelease<Made extends object>(made: Made, line: string): Made {
  return Object.create(made, { [Symbol.for('toolwire.release-line')]: { value: line } }) as Made;
}

const ping: ToolDefinition = defineTool({
  id: 'Test.Ping',
  version: '1.0.0',
  description: 'Answers.',
  run: () => 'pong',
});
const advice =
  'Install the same release of all packages. To find the duplicate, run `npm ls @toolwire/core`. (TW_MIXED_RELEASES)';
const warningOf = (what: string, line: string) => ({
  fields: { code: 'TW_MIXED_RELEASES' },
  message: `${what} uses release ${line} of toolwire, but the server uses release ${releaseLine}. ${advice}`,
});

describe('packages of incompatible releases are logged at startup', () => {
  function warningsOf(tools: readonly ToolDefinition[], wires: readonly WireCodec[], hostLine?: string): unknown {
    const logger = recordingLogger();
    const server = createToolServer({ tools, wires, logger });
    if (hostLine === undefined) expectHostedServer(server);
    else server.hostedBy(hostLine);
    return logger.records.map(({ fields, message }) => ({ fields, message }));
  }

  it('for a tool, once per release', () => {
    const others = ['Test.One', 'Test.Two'].map((id) => fromRelease({ ...ping, id }, '77'));
    expect(warningsOf([ping, ...others], [otc()])).toEqual([warningOf("The tool 'Test.One'", '77')]);
  });

  it('for a protocol', () => {
    expect(warningsOf([ping], [fromRelease(otc(), '0.99')])).toEqual([warningOf("The protocol 'otc'", '0.99')]);
  });

  it('for the adapter', () => {
    expect(warningsOf([ping], [otc()], '78')).toEqual([warningOf('The adapter', '78')]);
  });

  it('not for the same release or without a mark', () => {
    expect(warningsOf([ping], [otc()])).toEqual([]);
    expect(warningsOf([{ ...ping }], [{ ...otc() }])).toEqual([]);
  });

  it('for a tool in a toolkit with scopes, and for a tool that is added later', () => {
    const logger = recordingLogger();
    const toolkit = defineToolkit({ name: 'Test', tools: [fromRelease({ ...ping }, '77')], scopes: ['ping'] });
    const server = createToolServer({ tools: [toolkit], wires: [otc()], logger });
    server.replaceTools([fromRelease({ ...ping }, '76')]);
    expect(logger.records.map(({ message }) => message)).toEqual([
      warningOf("The tool 'Test.Ping'", '77').message,
      warningOf("The tool 'Test.Ping'", '76').message,
    ]);
  });
});
