import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { withServer } from './compare-server.ts';
import { countLines } from './count-lines.ts';
import { originalProgram, portProgram, type ServerName, type Side } from './program.ts';
import { servers, type TypicalCall } from './servers.ts';
import { connect, type Start } from './visit.ts';

/** What a server costs. */
export interface Cost {
  readonly lines: number;
  readonly startMs: number;
  readonly memoryMiB: number;
  readonly cpuMsPerCall: number;
}

const starts = 15;
const rounds = 5;
const warmUpCalls = 200;
const calls = 2_000;
/** Linux counts the CPU time of a process in these steps. */
const tickMs = 10;

/** Measures a published server and its port, in turns. Of each figure it takes the smallest, which other programs disturbed least. */
export async function measure(name: ServerName): Promise<Readonly<Record<Side, Cost>>> {
  const startMs = await measureStart(name);
  const runs = await inTurns(name, rounds, (start) => measureCalls(name, start));
  const costOf = (side: Side): Cost => ({
    lines: countLines(name, side),
    startMs: startMs[side],
    memoryMiB: Math.min(...runs[side].map(({ memoryMiB }) => memoryMiB)),
    cpuMsPerCall: Math.min(...runs[side].map(({ cpuMsPerCall }) => cpuMsPerCall)),
  });
  return { original: costOf('original'), port: costOf('port') };
}

/** Measures how long both take until the client has their tools. */
async function measureStart(name: ServerName): Promise<Readonly<Record<Side, number>>> {
  const runs = await inTurns(name, starts, async (start) => {
    const begun = performance.now();
    const { client } = await connect(start);
    await client.listTools();
    const startMs = performance.now() - begun;
    await client.close();
    return startMs;
  });
  return { original: Math.min(...runs.original), port: Math.min(...runs.port) };
}

async function inTurns<Result>(
  name: ServerName,
  times: number,
  use: (start: Start) => Promise<Result>,
): Promise<Readonly<Record<Side, readonly Result[]>>> {
  const programs = { original: originalProgram(name), port: portProgram(name, 'packages') };
  const results: Record<Side, Result[]> = { original: [], port: [] };
  for (let round = 0; round < times; round += 1) {
    for (const side of ['original', 'port'] as const) {
      results[side].push(await withServer(name, programs[side], use));
    }
  }
  return results;
}

async function measureCalls(name: ServerName, start: Start): Promise<Pick<Cost, 'memoryMiB' | 'cpuMsPerCall'>> {
  const { client, pid } = await connect(start);
  const call = servers[name].typical(start.folder);
  try {
    await repeat(client, call, warmUpCalls);
    const before = cpuMs(pid);
    await repeat(client, call, calls);
    return { memoryMiB: residentMiB(pid), cpuMsPerCall: (cpuMs(pid) - before) / calls };
  } finally {
    await client.close();
  }
}

async function repeat(client: Client, [tool, input]: TypicalCall, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    const { isError } = await client.callTool({ name: tool, arguments: input });
    if (isError === true) throw new Error(`${tool} failed`);
  }
}

/** The CPU time of a process: fields 14 and 15 of its state, after the name of its program. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, 'program')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

function residentMiB(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
