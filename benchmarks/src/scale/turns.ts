import type { LoadTask } from '../http/keep-alive-client.ts';
import type { Loader, MeasuredServer } from '../http/processes.ts';

const connections = 4;

/** Calls servers in turns, each with separate requests. Returns CPU microseconds per call for each round, after a warm-up. */
export async function inTurns(
  sides: readonly (readonly [MeasuredServer, readonly string[]])[],
  calls: number,
  rounds: number,
  loader: Loader,
  { status = 200, warmUpRounds = 1 }: { readonly status?: LoadTask['status']; readonly warmUpRounds?: number } = {},
): Promise<number[][]> {
  const costs: number[][] = sides.map(() => []);
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [index, [server, request]] of sides.entries()) {
      const before = await server.usage();
      await loader.run({ port: server.port, request, status, expected: '', calls, connections });
      if (round >= 0) costs[index]?.push(((await server.usage()).cpu - before.cpu) / calls);
    }
  }
  return costs;
}
