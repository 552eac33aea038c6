import { Controller, Inject, Injectable, type ModuleMetadata, Param, Query, Res } from '@nestjs/common';
import { defineTool } from '@toolwire/core';
import type { ToolServer } from '@toolwire/server';
import { describe, expect, it } from 'vitest';
import { Tool, ToolsModule, ToolsService } from '../src/index.ts';
import { platforms, serve, start, tools } from './apps.ts';

const [express] = platforms;

async function errorOf(metadata: ModuleMetadata): Promise<{ readonly code: unknown; readonly message: string }> {
  try {
    await start(express, { imports: [tools()], ...metadata });
  } catch (thrown) {
    return thrown as { readonly code: unknown; readonly message: string };
  }
  throw new Error('The app started');
}

class Service {}

@Injectable()
class Pings {
  @Tool({ id: 'Pings.Ping', version: '1.0.0', description: 'Answers.' })
  ping(): string {
    return 'pong';
  }
}

describe('a startup error', () => {
  it('reports that no provider has tools', async () => {
    expect(await errorOf({ providers: [Service] })).toMatchObject({ code: 'TW_NEST_TOOLS' });
  });

  it('names a controller with @Tool methods', async () => {
    @Controller()
    class Routes extends Pings {}
    const error = await errorOf({ controllers: [Routes] });
    expect(error).toMatchObject({ code: 'TW_NEST_PROVIDER' });
    expect(error.message).toContain('Routes has @Tool methods and is a controller');
  });

  it.each([
    { provide: 'pings', useClass: Pings },
    { provide: 'pings', useFactory: () => new Pings() },
    { provide: 'pings', useValue: new Pings() },
  ])('names a class with tools under another token, whose guards would not run', async (provider) => {
    expect(await errorOf({ providers: [provider] })).toMatchObject({ code: 'TW_NEST_PROVIDER' });
  });

  it('names a class whose constructor types are unknown', async () => {
    @Injectable()
    class Lost extends Pings {
      constructor(readonly service: Service) {
        super();
      }
    }
    const error = await errorOf({ providers: [Lost, Service] });
    expect(error).toMatchObject({ code: 'TW_NEST_METADATA' });
    expect(error.message).toContain('The constructor of Lost');
  });

  it('names both places of one tool', async () => {
    const factory = {
      provide: 'ping',
      useFactory: () => defineTool({ id: 'Pings.Ping', version: '1.0.0', description: 'Answers.', run: () => 'pong' }),
    };
    const error = await errorOf({ providers: [Pings, factory] });
    expect(error).toMatchObject({ code: 'TW_TOOL_DUPLICATE' });
    expect(error.message).toContain("Pings.Ping@1.0.0 is defined by Pings.ping and by provider 'ping'.");
  });

  it('names an override without @Tool, which has lost the guards of the method', async () => {
    @Injectable()
    class QuietPings extends Pings {
      override ping(): string {
        return 'quiet';
      }
    }
    const error = await errorOf({ providers: [QuietPings] });
    expect(error).toMatchObject({ code: 'TW_NEST_METHOD' });
    expect(error.message).toContain('QuietPings.ping replaces a method that has @Tool()');
  });

  it('names a method that another decorator has replaced', async () => {
    const replace = (_prototype: object, _name: string, descriptor: PropertyDescriptor) => {
      descriptor.value = () => 'replaced';
    };
    @Injectable()
    class Traced {
      @replace
      @Tool({ id: 'Traced.Ping', version: '1.0.0', description: 'Answers.' })
      ping(): string {
        return 'pong';
      }
    }
    expect(await errorOf({ providers: [Traced] })).toMatchObject({ code: 'TW_NEST_METHOD' });
  });

  it.each([
    ['@Query', Query('id')],
    ['@Param', Param('id')],
    ['@Res', Res()],
  ])('names a parameter with %s, which would be undefined', async (_name, decorator) => {
    @Injectable()
    class Finds {
      @Tool({ id: 'Finds.Find', version: '1.0.0', description: 'Finds.' })
      find(_input: object, _context: object, @decorator id: string): string {
        return id;
      }
    }
    const error = await errorOf({ providers: [Finds] });
    expect(error).toMatchObject({ code: 'TW_NEST_PARAMETER' });
    expect(error.message).toContain('Parameter 3 of Finds.find has a decorator of routes');
  });

  it('names an unknown option', async () => {
    const options = { prefix: '/ai' };
    const error = await errorOf({ imports: [tools(options as object)], providers: [Pings] });
    expect(error).toMatchObject({ code: 'TW_OPTION_UNKNOWN' });
  });

  it('names an unknown or invalid option of the shutdown', async () => {
    for (const [shutdown, code] of [
      [{ deadline: 1 }, 'TW_OPTION_UNKNOWN'],
      [{ deadlineMs: Number.POSITIVE_INFINITY }, 'TW_OPTION_NUMBER'],
    ] as const) {
      const error = await errorOf({ imports: [tools({ shutdown: shutdown as object })], providers: [Pings] });
      expect(error).toMatchObject({ code });
    }
  });

  it('names an option that a factory must return', () => {
    const options = { useFactory: () => ({ server: serve }), path: '/ai' };
    expect(() => ToolsModule.forRootAsync(options)).toThrow("Invalid option 'path' in ToolsModule.forRootAsync().");
  });

  it('does not stop an inherited method, or an override with @Tool', async () => {
    @Injectable()
    class InheritedPings extends Pings {}
    @Injectable()
    class OverriddenPings extends Pings {
      @Tool({ id: 'Pings.Loud', version: '1.0.0', description: 'Answers.' })
      override ping(): string {
        return 'PONG';
      }
    }
    const { app } = await start(express, { imports: [tools()], providers: [InheritedPings, OverriddenPings] });
    const { server } = app.get(ToolsService, { strict: false });
    const ids = (server as ToolServer).tools.map(({ id }) => id);
    expect(ids.toSorted((left, right) => left.localeCompare(right))).toEqual(['Pings.Loud', 'Pings.Ping']);
    await app.close();
  });

  it('does not stop several versions of one method, or a class that injects by token', async () => {
    @Injectable()
    class Versions {
      constructor(@Inject(Service) readonly service: Service) {}

      @Tool({ id: 'Pings.Pong', version: '1.0.0', description: 'Answers.' })
      @Tool({ id: 'Pings.Pong', version: '2.0.0', description: 'Answers.' })
      pong(): string {
        return 'ping';
      }
    }
    const { app } = await start(express, { imports: [tools()], providers: [Versions, Service] });
    await app.close();
  });
});
