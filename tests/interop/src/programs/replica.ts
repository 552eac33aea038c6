import { defineTool } from '@toolwire/core';
import { closeOnSignals, listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';

/** Where a replica listens. */
interface ReplicaSettings {
  readonly port: number;
}

const { port } = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as ReplicaSettings;
const who = defineTool({
  id: 'Test.Who',
  version: '1.0.0',
  description: 'Says which process answers.',
  run: () => process.pid,
});

closeOnSignals(await listen(createToolServer({ tools: [who], wires: [otc()], logger: silentLogger }), port));
process.send?.('ready');
// The channel to the test would keep the process.
process.channel?.unref();
