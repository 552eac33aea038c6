import { describe, expect, it } from 'vitest';
import {
  andThen,
  type Call,
  isPromise,
  type MaybePromise,
  type Next,
  type Outcome,
  pipeline,
  type Stage,
} from '../src/index.ts';
import { anyCall, anyTool, done } from './calls.ts';

const internal = { kind: 'refused', code: 'internal', message: 'The server could not process the call.' };

describe('pipeline', () => {
  it('runs its middleware in the order of use, the handler last, and back again', async () => {
    const seen: string[] = [];
    const named =
      (name: string): Stage =>
      (_call, next) => {
        seen.push(`${name} in`);
        const outcome = next();
        seen.push(`${name} out`);
        return outcome;
      };
    const handle = pipeline()
      .use(named('first'))
      .use(named('second'))
      .handle(() => {
        seen.push('handler');
        return done;
      });

    expect(await handle(anyCall)).toBe(done);
    expect(seen).toEqual(['first in', 'second in', 'handler', 'second out', 'first out']);
  });

  it('skips middleware that does not apply to a call', async () => {
    const seen: string[] = [];
    const handle = pipeline()
      .useWhen(
        (call) => call.toolId === 'Vault.Open',
        (call, next) => {
          seen.push(`checked ${call.toolId}`);
          return next();
        },
      )
      .handle(() => done);

    expect(await handle({ ...anyCall, toolId: 'Greeter.Greet' })).toBe(done);
    expect(await handle({ ...anyCall, toolId: 'Vault.Open' })).toBe(done);
    expect(seen).toEqual(['checked Vault.Open']);
  });

  it('passes on the same call when nothing is added', async () => {
    let reached: Call | undefined;
    const handle = pipeline()
      .use((_call, next) => next())
      .handle((call) => {
        reached = call;
        return done;
      });
    await handle(anyCall);

    expect(reached).toBe(anyCall);
  });

  it('shows added fields to later middleware and the handler, next to the original fields', async () => {
    const ours = new AbortController();
    const traced = { ...anyCall, traceId: 'trace-1', reportProgress: () => {}, ofTheWire: 'kept' };
    let reached: Call | undefined;
    const handle = pipeline()
      .use<{ tool: typeof anyTool }>((_call, next) => next({ tool: anyTool }))
      .use<{ validInput: unknown }>((call, next) => next({ validInput: call.tool.id }))
      .use<{ lifetime: Call['lifetime'] }>((_call, next) => next({ lifetime: ours }))
      .handle((call) => {
        reached = call;
        return done;
      });
    await handle(traced);

    expect(reached).toEqual({ ...traced, tool: anyTool, validInput: 'Calculator.Add', lifetime: ours });
    expect(reached?.lifetime).toBe(ours);
  });

  it('passes custom fields from middleware to middleware, each with its latest value', async () => {
    const reached: unknown[] = [];
    const adding =
      (adds: object): Stage =>
      (call, next) => {
        const { tenant, plan } = call as { readonly tenant?: string; readonly plan?: string };
        reached.push([tenant, plan]);
        return next(adds);
      };
    await pipeline()
      .use(adding({ tenant: 'first' }))
      .use(adding({ plan: 'free', tenant: 'second' }))
      .use(adding({ lifetime: new AbortController() }))
      .use(adding({ tenant: undefined }))
      .use(adding({}))
      .handle(() => done)(anyCall);

    expect(reached).toEqual([
      [undefined, undefined],
      ['first', undefined],
      ['second', 'free'],
      ['second', 'free'],
      [undefined, 'free'],
    ]);
  });

  it('keeps the fields of a call that is an instance of a class with getters', async () => {
    class LazyCall {
      get toolId(): string {
        return 'Calculator.Add';
      }
      get input(): unknown {
        return 'read late';
      }
    }
    let reached: Call | undefined;
    const handle = pipeline()
      .use((_call, next) => next({ added: 1 }))
      .handle((call) => {
        reached = call;
        return done;
      });
    await handle(new LazyCall() as Call);

    expect(reached).toMatchObject({ toolId: 'Calculator.Add', input: 'read late', added: 1 });
  });

  it('never changes the call of the caller or of earlier middleware', async () => {
    const frozen = Object.freeze({ ...anyCall });
    const calls: Call[] = [];
    const adds: Stage = (call, next) => {
      calls.push(call);
      return next({ added: calls.length });
    };
    await pipeline()
      .use(adds)
      .use(adds)
      .handle((call) => {
        calls.push(call);
        return done;
      })(frozen);

    expect(calls.map((call) => (call as { added?: number }).added)).toEqual([undefined, 1, 2]);
    expect(frozen).toEqual(anyCall);
  });

  it('shows each of several calls of next its own fields, in sequence and concurrently', async () => {
    const reached: unknown[] = [];
    const inTurn: Stage<Call, { attempt: number }> = async (_call, next) => {
      await next({ attempt: 1 });
      return next({ attempt: 2 });
    };
    const atOnce: Stage<Call, { branch: string }> = async (_call, next) => {
      const [outcome] = await Promise.all([next({ branch: 'left' }), next({ branch: 'right' })]);
      return outcome;
    };
    const handle = pipeline()
      .use(inTurn)
      .use(atOnce)
      .handle(async ({ attempt, branch }) => {
        await Promise.resolve();
        reached.push([attempt, branch]);
        return done;
      });

    expect(await handle(anyCall)).toBe(done);
    expect(reached).toEqual([
      [1, 'left'],
      [1, 'right'],
      [2, 'left'],
      [2, 'right'],
    ]);
  });

  it('allows middleware to return without the rest, or to change the outcome on its way back', async () => {
    const refuse: Stage = () => ({ kind: 'refused', code: 'overloaded', message: 'Busy' });
    const time: Stage = (_call, next) => andThen(next(), (outcome) => ({ ...outcome, durationMs: 5 }));
    const handle = pipeline()
      .use(time)
      .use(refuse)
      .handle(() => {
        throw new Error('not reached');
      });

    expect(await handle(anyCall)).toEqual({ kind: 'refused', code: 'overloaded', message: 'Busy', durationMs: 5 });
  });

  it('is synchronous when all middleware is', () => {
    const answers: MaybePromise<Outcome>[] = [];
    const watch: Stage = (_call, next) => {
      const outcome = next();
      answers.push(outcome);
      return outcome;
    };
    const outcome = pipeline()
      .use(watch)
      .use(watch)
      .handle(() => done)(anyCall);

    expect(answers).toEqual([done, done]);
    expect(outcome).toBe(done);
  });

  it('can be the start of several pipelines', async () => {
    const start = pipeline();
    const refusing = start.use(() => ({ kind: 'refused', code: 'unavailable', message: 'Closed' }));

    expect(await start.handle(() => done)(anyCall)).toBe(done);
    expect(await refusing.handle(() => done)(anyCall)).toMatchObject({ code: 'unavailable' });
  });
});

describe('middleware that throws', () => {
  const throwsAtOnce: Stage = () => {
    throw 'a bug';
  };
  const throwsLater: Stage = async (_call, next) => {
    await next();
    throw 'a bug';
  };
  const rejects: Stage = () => Promise.reject('a bug');

  it.each([
    ['at once', throwsAtOnce],
    ['after next', throwsLater],
    ['by a promise', rejects],
  ])('%s becomes the outcome that the owner of the pipeline returns', async (_how, stage) => {
    const told: unknown[] = [];
    const handle = pipeline((thrown, call) => {
      told.push(thrown, call);
      return { kind: 'refused', code: 'internal', message: 'Sorry' };
    })
      .use((_call, next) => next({ added: true }))
      .use(stage)
      .handle(() => done);

    expect(await handle(anyCall)).toEqual({ kind: 'refused', code: 'internal', message: 'Sorry' });
    expect(told).toEqual(['a bug', anyCall]);
  });

  it.each([
    ['at once', throwsAtOnce],
    ['after next', throwsLater],
    ['by a promise', rejects],
  ])('%s is refused as internal by default, without any part of the thrown value', async (_how, stage) => {
    expect(
      await pipeline()
        .use(stage)
        .handle(() => done)(anyCall),
    ).toEqual(internal);
  });

  it('is caught in the handler too', async () => {
    const handle = pipeline().handle(() => {
      throw new Error('a bug');
    });

    expect(await handle(anyCall)).toEqual(internal);
  });

  it('gets a response even when the report throws', async () => {
    const handle = pipeline(() => {
      throw new Error('the log is gone');
    })
      .use(throwsAtOnce)
      .handle(() => done);

    expect(await handle(anyCall)).toEqual(internal);
  });

  it('can be caught by earlier middleware', async () => {
    const guard: Stage = (_call, next: Next) => {
      try {
        return next();
      } catch {
        return done;
      }
    };

    expect(
      await pipeline()
        .use(guard)
        .use(throwsAtOnce)
        .handle(() => done)(anyCall),
    ).toBe(done);
  });
});

describe('middleware in plain JavaScript that does not return', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['another value', {}],
  ])('an outcome but %s gets an error, at once and later', async (_what, value) => {
    for (const forgetful of [() => value, async () => value] as unknown as Stage[]) {
      const thrown: unknown[] = [];
      const handle = pipeline((caught) => {
        thrown.push(caught);
        return done;
      })
        .use(forgetful)
        .handle(() => done);
      expect(await handle(anyCall)).toBe(done);
      expect(String(thrown[0])).toContain('Return an outcome, or the result of next()');
    }
  });
});

describe('andThen and isPromise', () => {
  it('continue synchronously with a value, and later with a promise', async () => {
    expect(andThen(1, (value) => value + 1)).toBe(2);
    const later = andThen(Promise.resolve(1), (value) => value + 1);
    expect(isPromise(later)).toBe(true);
    expect(await later).toBe(2);
  });

  it.each([null, undefined, 0, '', {}, JSON.parse('{"then":"later"}') as unknown])('treat %o as a value', (value) => {
    expect(isPromise(value)).toBe(false);
  });
});
