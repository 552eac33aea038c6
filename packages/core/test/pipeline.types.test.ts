import { describe, expectTypeOf, it } from 'vitest';
import { type Call, type CallHandler, pipeline, type Stage, type Tool } from '../src/index.ts';
import { anyTool, done } from './calls.ts';

type Resolved = Call & { readonly tool: Tool };

const resolve: Stage<Call, { tool: Tool }> = (_call, next) => next({ tool: anyTool });
const validate: Stage<Resolved, { validInput: unknown }> = (call, next) => next({ validInput: call.input });
const require: Stage<Resolved> = (_call, next) => next();

// Each of these is checked by the compiler: a line that compiles although it should not is an error of the type check.
describe('the types of a pipeline', () => {
  it('accept the right order, and show all added fields to the handler', () => {
    const handle = pipeline()
      .use(resolve)
      .use(validate)
      .use(require)
      .handle((call) => {
        expectTypeOf(call).toExtend<Resolved & { validInput: unknown }>();
        return done;
      });
    expectTypeOf(handle).toEqualTypeOf<CallHandler>();
  });

  it('reject validation before the tool is resolved', () => {
    // @ts-expect-error no tool has been added yet
    pipeline().use(validate).use(resolve);
  });

  it('reject a handler that reads an unresolved tool', () => {
    // @ts-expect-error there is no tool on the call
    pipeline().handle(({ tool }) => (tool === undefined ? done : done));
  });

  it('reject a resolver that continues without a tool', () => {
    // @ts-expect-error next needs what the stage promises to add
    const forgetful: Stage<Call, { tool: Tool }> = (_call, next) => next();
    // @ts-expect-error an empty object is not a tool either
    const empty: Stage<Call, { tool: Tool }> = (_call, next) => next({});
    expectTypeOf(forgetful).toEqualTypeOf(empty);
  });

  it('allow middleware to add nothing when all its fields are optional', () => {
    const mayAdd: Stage<Call, { tenant?: string }> = (_call, next) => next();
    expectTypeOf(mayAdd).toExtend<Stage<Call, object>>();
  });

  it('reject middleware that does not return', () => {
    // @ts-expect-error the outcome is lost
    const silent: Stage = (_call, next) => {
      void next();
    };
    // @ts-expect-error the outcome is lost, only later
    const silentLater: Stage = async (_call, next) => {
      await next();
    };
    expectTypeOf(silent).toEqualTypeOf(silentLater);
  });

  it('reject middleware that changes the call', () => {
    const meddling: Stage = (call, next) => {
      // @ts-expect-error a call is never changed, only added to
      call.input = {};
      return next();
    };
    expectTypeOf(meddling).toEqualTypeOf<Stage>();
  });
});
