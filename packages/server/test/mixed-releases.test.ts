import { defineTool, defineToolkit, type ToolDefinition } from '@toolwire/core';
import { expectHostedServer, releaseLine, type WireCodec } from '@toolwire/core/wire';
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
const advice = 'Install one release of all; `npm ls @toolwire/core` says who brings the other (TW_MIXED_RELEASES)';
const warningOf = (what: string, line: string) => ({
  fields: { code: 'TW_MIXED_RELEASES' },
  message: `${what} comes from release ${line} of toolwire's packages, and its server from ${releaseLine}. ${advice}`,
});

describe('packages of releases that do not work together are told as the server starts', () => {
  function warningsOf(tools: readonly ToolDefinition[], wires: readonly WireCodec[], hostLine?: string): unknown {
    const logger = recordingLogger();
    const server = createToolServer({ tools, wires, logger });
    if (hostLine === undefined) expectHostedServer(server);
    else server.hostedBy(hostLine);
    return logger.records.map(({ fields, message }) => ({ fields, message }));
  }

  it('when a tool is of another, once for all of that release', () => {
    const others = ['Test.One', 'Test.Two'].map((id) => fromRelease({ ...ping, id }, '77'));
    expect(warningsOf([ping, ...others], [otc()])).toEqual([warningOf("The tool 'Test.One'", '77')]);
  });

  it('when a wire is', () => {
    expect(warningsOf([ping], [fromRelease(otc(), '0.99')])).toEqual([warningOf("The wire 'otc'", '0.99')]);
  });

  it('when the host is', () => {
    expect(warningsOf([ping], [otc()], '78')).toEqual([warningOf('The host', '78')]);
  });

  it('and not when all are of one, or say nothing', () => {
    expect(warningsOf([ping], [otc()])).toEqual([]);
    expect(warningsOf([{ ...ping }], [{ ...otc() }])).toEqual([]);
  });

  it('when a tool in a toolkit with scopes of its own is, or one that comes later', () => {
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
