import { describe, expect, it } from 'vitest';
import { SessionRequest } from '../src/http/session-request.ts';
import { SessionRequests } from '../src/http/session-requests.ts';

const newRequest = (): SessionRequest =>
  new SessionRequest({
    connection: { signal: new AbortController().signal },
    notify: undefined,
    endsWithConnection: false,
  });

describe('running requests of a session', () => {
  it('are found by id, in whatever order they end', () => {
    const running = new SessionRequests();
    const requests = new Map(['a', 'b', 'c', 'd'].map((id) => [id, newRequest()]));
    const entries = new Map([...requests].map(([id, request]) => [id, running.add(id, request)]));
    for (const ended of ['b', 'd', 'a', 'c']) {
      const entry = entries.get(ended);
      if (entry !== undefined) running.remove(entry);
      requests.delete(ended);
      expect(running.find(ended)).toBeUndefined();
      for (const [id, request] of requests) expect(running.find(id)).toBe(request);
      expect(running.size).toBe(requests.size);
      expect(new Set(running.all())).toEqual(new Set(requests.values()));
    }
  });

  it('resolve a duplicate id to the later request until it ends', () => {
    const running = new SessionRequests();
    const [first, later, other] = [newRequest(), newRequest(), newRequest()];
    const otherEntry = running.add('other', other);
    running.add(1, first);
    const laterEntry = running.add(1, later);
    running.remove(otherEntry);
    expect(running.find(1)).toBe(later);
    running.remove(laterEntry);
    expect(running.find(1)).toBe(first);
  });

  it('stay as they are if an ended request is removed again', () => {
    const running = new SessionRequests();
    const [ended, other, last] = [newRequest(), newRequest(), newRequest()];
    const entry = running.add('ended', ended);
    running.add('other', other);
    running.add('last', last);
    running.remove(entry);
    running.remove(entry);
    expect(new Set(running.all())).toEqual(new Set([other, last]));
  });

  it('distinguish 1 from "1" (MCP-RPC-02)', () => {
    const running = new SessionRequests();
    const request = newRequest();
    running.add(1, request);
    expect(running.find('1')).toBeUndefined();
  });
});
