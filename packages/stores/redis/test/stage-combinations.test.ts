import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { ends } from './combinations/ends.ts';
import { httpWays } from './combinations/http-ways.ts';
import { createScene, type Scene } from './combinations/scene.ts';
import { serviceWays } from './combinations/service-ways.ts';
import { describeOnStores } from './combinations/stores.ts';
import type { CallPlan, OneCall, Way } from './combinations/way.ts';

const ways = [...serviceWays, ...httpWays];
const named = ways.map((way) => [way.name, way] as const);

const combinations = ways.flatMap((way) =>
  ends.flatMap((end) =>
    [true, false]
      .filter((isKeyed) => end.concerns(way, isKeyed))
      .map((isKeyed) => [isKeyed ? 'keyed' : 'plain', way.name, end.name, { isKeyed, way, end }] as const),
  ),
);

const aMinute = 60_000;

/** Sends a call, and waits until its tool runs. Resolves when the call is over: a caller that left, or whose server stopped, has no response. */
async function begin(call: OneCall, { running, aborted }: Scene): Promise<{ readonly over: Promise<unknown> }> {
  const over = call.begin().catch(() => undefined);
  await vi.waitFor(() => expect(running() + aborted()).toBe(1));
  return { over };
}

async function expectEnd({ aborted, slotsAreBack }: Scene): Promise<void> {
  await vi.waitFor(() => expect(aborted()).toBe(1));
  await vi.waitFor(async () => expect(await slotsAreBack()).toBe(true));
}

describeOnStores('a call that ends before its tool is done', (newStores) => {
  describe('with a tool that obeys its signal', () => {
    it.concurrent.for(combinations)(
      'stops it and releases its slots: %s, by %s, %s',
      { timeout: aMinute },
      async ([, , , { isKeyed, way, end }], { onTestFinished }) => {
        const scene = createScene({ obeys: true, stores: newStores(), timeoutMs: end.after?.timeoutMs });
        const call = await way.open(scene.here, { isKeyed, ttlMs: end.after?.ttlMs ?? aMinute, onTestFinished });
        await begin(call, scene);
        if (end.after === undefined) expect(await scene.slotsAreBack()).toBe(false);
        await end.bring?.(call);
        await expectEnd(scene);
        expect(scene.running()).toBe(0);
      },
    );
  });

  describe('with a tool that ignores its signal', () => {
    it.concurrent.for(combinations.filter(([, , , { way }]) => way.isTask !== true))(
      'releases its slot after the timeout: %s, by %s, %s',
      { timeout: aMinute },
      async ([, , , { isKeyed, way, end }], { onTestFinished }) => {
        const scene = createScene({ obeys: false, stores: newStores(), timeoutMs: end.after?.timeoutMs ?? 1_000 });
        const call = await way.open(scene.here, { isKeyed, ttlMs: end.after?.ttlMs ?? aMinute, onTestFinished });
        await begin(call, scene);
        await end.bring?.(call);
        await expectEnd(scene);
      },
    );
  });
});

describeOnStores('a call with an id that two servers know', (newStores) => {
  /** Sends the same call to both: it runs here. */
  async function beginAtBoth(scene: Scene, way: Way, onTestFinished: CallPlan['onTestFinished']) {
    const plan: CallPlan = { isKeyed: true, ttlMs: aMinute, onTestFinished };
    const here = await way.open(scene.here, plan);
    const there = await way.open(scene.there, plan);
    const { over } = await begin(here, scene);
    return { here, there, over: Promise.all([over, there.begin().catch(() => undefined)]) };
  }

  /** Waits until a caller waits there for its result. */
  async function beginAndJoin(scene: Scene, way: Way, onTestFinished: CallPlan['onTestFinished']) {
    const begun = await beginAtBoth(scene, way, onTestFinished);
    await vi.waitFor(() => expect(scene.isAwaitedThere()).toBe(true));
    return begun;
  }

  it.concurrent.for(named)(
    'ends when it is canceled at the other server, whether or not callers wait: by %s',
    { timeout: aMinute },
    async ([, way], { onTestFinished }) => {
      const scene = createScene({ obeys: true, stores: newStores() });
      const { there } = await beginAndJoin(scene, way, onTestFinished);
      await there.cancelElsewhere();
      await expectEnd(scene);
      expect(scene.running()).toBe(0);
    },
  );

  // One of each kind. They are slow, so that a stalled machine is not mistaken for a disconnected caller.
  const kinds = ['the service', 'a connection of MCP 2025-11-25', 'Open Tool Calling', 'a task of MCP 2025-11-25'];
  it.concurrent.for(named.filter(([name]) => kinds.includes(name)))(
    'continues while a caller waits at the other server, and ends when no caller does: by %s',
    { timeout: aMinute },
    async ([, way], { onTestFinished }) => {
      const lingerMs = 5_000;
      const scene = createScene({ obeys: true, stores: newStores(), lingerMs });
      const { here, there } = await beginAndJoin(scene, way, onTestFinished);
      // A task outlives its caller, unless it is canceled.
      const depart = ({ cancel, leave }: OneCall): unknown => (way.isTask === true ? cancel() : leave());
      await depart(here);
      await wait(lingerMs + 2_000);
      expect(scene.aborted()).toBe(0);
      await depart(there);
      await expectEnd(scene);
    },
  );

  it.concurrent.for(named.filter(([, { isTask }]) => isTask !== true))(
    'ends for both after the timeout, and never runs again: by %s',
    { timeout: aMinute },
    async ([, way], { onTestFinished }) => {
      const scene = createScene({ obeys: true, stores: newStores(), timeoutMs: 2_000 });
      const { over } = await beginAtBoth(scene, way, onTestFinished);
      await over;
      await expectEnd(scene);
      expect(scene.running()).toBe(0);
    },
  );

  it.concurrent.for(named)(
    'releases the slots of both when its server stops: by %s',
    { timeout: aMinute },
    async ([, way], { onTestFinished }) => {
      const scene = createScene({ obeys: true, stores: newStores() });
      const { here } = await beginAndJoin(scene, way, onTestFinished);
      void here.stop();
      await expectEnd(scene);
      expect(scene.running()).toBe(0);
    },
  );
});
