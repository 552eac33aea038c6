import { defineTool } from '@toolwire/core';
import { expectHostedServer, markReleaseLine, releaseLine, releaseLineOf } from '@toolwire/core/internal';
import { describe, expect, it, vi } from 'vitest';
import { releaseLineOfVersion } from '../src/release-line.ts';

describe('the release line of a package', () => {
  it('is its major, and below 1.0.0 its minor too, since it may contain breaking changes', () => {
    expect(['0.0.0', '0.1.2', '0.12.0', '1.4.2', '12.0.0-next.1'].map(releaseLineOfVersion)).toEqual([
      '0.0',
      '0.1',
      '0.12',
      '1',
      '12',
    ]);
  });

  it('is attached to tools, invisible to spread, print and comparison', () => {
    const tool = defineTool({ id: 'Test.Ping', version: '1.0.0', description: 'Answers.', run: () => 'pong' });
    expect(releaseLineOf(tool)).toBe(releaseLine);
    expect(releaseLineOf({ ...tool })).toBeUndefined();
    expect(markReleaseLine({ name: 'otc' })).toStrictEqual({ name: 'otc' });
  });

  it('is sent to a server by its adapter on request', () => {
    const hostedBy = vi.fn();
    expectHostedServer({ handle: () => undefined, hostedBy });
    expectHostedServer({ handle: () => undefined });
    expect(hostedBy.mock.calls).toEqual([[releaseLine]]);
  });
});
