import { listen } from '@toolwire/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Comparison, compare, edgeRequests } from '../src/differential/compare.ts';
import { createEdgeServer } from '../src/differential/edge-server.ts';
import { startReference } from '../src/differential/reference-server.ts';
import { intendedDifferences } from '../src/intended-differences.ts';
import type { RunningServer } from '../src/listen-on.ts';

describe('the official server and ours', () => {
  const comparisons = new Map<string, Comparison>();
  const servers: RunningServer[] = [];
  beforeAll(async () => {
    const ours = await listen(createEdgeServer(), 0);
    const theirs = await startReference();
    servers.push(ours, theirs);
    for (const request of edgeRequests) {
      comparisons.set(request.name, await compare(request, `${ours.url}/mcp`, `${theirs.url}/mcp`));
    }
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('get the same requests, each with a unique name', () => {
    expect(comparisons.size).toBe(edgeRequests.length);
    expect(comparisons.size).toBeGreaterThan(80);
  });

  it.each(edgeRequests.map(({ name }) => name))('respond alike, or differ as intended: %s', (name) => {
    const { ours, theirs } = comparisons.get(name) as Comparison;
    const intended = intendedDifferences.find(({ requests }) => requests.includes(name));
    if (intended === undefined) expect(ours).toBe(theirs);
    else {
      expect(ours).toEqual(answerLike(intended.ours));
      expect(theirs).toEqual(answerLike(intended.theirs));
    }
  });

  it('have unique differences for existing requests', () => {
    const listed = intendedDifferences.flatMap(({ requests }) => requests);
    expect(listed).toEqual([...new Set(listed)]);
    expect(listed.filter((name) => !comparisons.has(name))).toEqual([]);
  });

  it('respond alike in no listed difference', () => {
    expect(intendedDifferences.filter(({ ours, theirs }) => ours === theirs)).toEqual([]);
  });
});

function answerLike(answer: string): unknown {
  return answer.endsWith('…') ? expect.stringContaining(answer.slice(0, -1)) : answer;
}
