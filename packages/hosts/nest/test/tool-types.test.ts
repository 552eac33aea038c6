import type { JsonSchema, ToolContext } from '@toolwire/core';
import type { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Tool } from '../src/index.ts';

const input = z.object({ a: z.number(), note: z.string().default('') });
const sum = { id: 'Sums.Add', version: '1.0.0', description: 'Adds.', input, output: z.number() } as const;

/** A DTO, and its schema as a library creates it. */
class SumDto {
  a = 0;
}
const dtoSchema: JsonSchema = { type: 'object', properties: { a: { type: 'number' } } };

class Fitting {
  @Tool({ ...sum, input: dtoSchema })
  addDto({ a }: SumDto): number {
    return a;
  }

  @Tool(sum)
  add({ a, note }: z.infer<typeof input>, _context: ToolContext): number {
    return a + note.length;
  }

  @Tool(sum)
  async addLater({ a }: { readonly a: number }): Promise<number> {
    return a;
  }

  @Tool({ ...sum, requirements: { secrets: [{ id: 'KEY' }] } })
  withSecret(_input: unknown, { secret }: { readonly secret: (id: 'KEY') => string }): number {
    return secret('KEY').length;
  }

  @Tool(sum)
  withMore(_input: object, _context: ToolContext, user: { readonly id: string }): number {
    return user.id.length;
  }

  @Tool(sum)
  stream(): Observable<number> {
    throw new Error('Only types');
  }
}

class Unfit {
  // @ts-expect-error: the input has a number.
  @Tool(sum)
  wrongInput({ a }: { readonly a: string }): number {
    return a.length;
  }

  // @ts-expect-error: the field of the JSON Schema is a number.
  @Tool({ ...sum, input: { type: 'object', properties: { a: { type: 'number' } } } })
  wrongField({ a }: { readonly a: string }): number {
    return a.length;
  }

  // @ts-expect-error: a tool without an input has no fields.
  @Tool({ id: 'Sums.Zero', version: '1.0.0', description: 'Returns zero.', output: sum.output })
  withoutInput({ a }: { readonly a: number }): number {
    return a;
  }

  // @ts-expect-error: the output is a number.
  @Tool(sum)
  wrongOutput(): string {
    return '';
  }

  // @ts-expect-error: an ID has a toolkit.
  @Tool({ ...sum, id: 'Add' })
  wrongId(): number {
    return 1;
  }

  // @ts-expect-error: a version has three numbers.
  @Tool({ ...sum, version: '1.0' })
  wrongVersion(): number {
    return 1;
  }
}

describe('the types of @Tool', () => {
  it('check the method against the schemas', () => {
    expect([new Fitting(), new Unfit()]).toHaveLength(2);
  });
});
