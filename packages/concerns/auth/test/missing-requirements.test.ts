import type { CallContext, MissingRequirements, Requirements } from '@toolwire/core';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { missingRequirements } from '../src/index.ts';
import type {
  CallCredentials,
  MissingRequirementIds,
  ToolRequirements,
} from '../src/requirements/missing-requirements.ts';

const google = { authorization: [{ id: 'google', oauth2: { scopes: ['mail'] } }] };
const nothing: CallCredentials = { authorization: [], secrets: [] };

describe('missingRequirements', () => {
  it('returns nothing without requirements (OTC-TAUTH-02)', () => {
    for (const needed of [{}, { authorization: [], secrets: [] }, { userId: false }]) {
      expect(missingRequirements(needed, nothing)).toBeUndefined();
    }
  });

  it('returns nothing if all requirements are present', () => {
    const needed = { ...google, secrets: [{ id: 'SMS_KEY' }], userId: true };
    const given = {
      authorization: [
        { id: 'slack', token: 's' },
        { id: 'google', token: 'g' },
      ],
      secrets: [{ id: 'SMS_KEY', value: 'k' }],
      userId: 'ada',
    };

    expect(missingRequirements(needed, given)).toBeUndefined();
  });

  it.each<[string, CallCredentials['authorization']]>([
    ['none came', []],
    ['one for another provider came', [{ id: 'Google', token: 'g' }]],
    ['it is empty', [{ id: 'google', token: '' }]],
    [
      'two different ones came',
      [
        { id: 'google', token: 'g' },
        { id: 'google', token: 'h' },
      ],
    ],
    [
      'an empty one came beside it',
      [
        { id: 'google', token: 'g' },
        { id: 'google', token: '' },
      ],
    ],
  ])('returns a missing token when %s (OTC-TAUTH-04, E71)', (_when, authorization) => {
    expect(missingRequirements(google, { ...nothing, authorization })).toStrictEqual({
      authorization: [{ id: 'google' }],
    });
  });

  it('accepts the same token twice (E71)', () => {
    const authorization = [
      { id: 'google', token: 'g' },
      { id: 'google', token: 'g' },
    ];

    expect(missingRequirements(google, { ...nothing, authorization })).toBeUndefined();
  });

  it('returns absent and empty secrets (OTC-SECR-03)', () => {
    const needed = { secrets: [{ id: 'A' }, { id: 'B' }, { id: '__proto__' }] };
    const given = {
      ...nothing,
      secrets: [
        { id: 'A', value: 'a' },
        { id: 'B', value: '' },
      ],
    };

    expect(missingRequirements(needed, given)).toStrictEqual({ secrets: [{ id: 'B' }, { id: '__proto__' }] });
  });

  it.each([undefined, ''])('returns a user ID that is %o (OTC-USER-01)', (userId) => {
    expect(missingRequirements({ userId: true }, { ...nothing, userId })).toStrictEqual({ userId: true });
  });

  it('matches the types of core', () => {
    expectTypeOf<Requirements>().toExtend<ToolRequirements>();
    expectTypeOf<CallContext>().toExtend<CallCredentials>();
    expectTypeOf<MissingRequirementIds>().toExtend<MissingRequirements>();
  });

  it('returns missing IDs and never a value', () => {
    const id = fc.constantFrom('a', 'b', 'c');
    const value = fc.constantFrom('', 'CANARY-1', 'CANARY-2');
    const needed = fc.record({ authorization: fc.uniqueArray(id), secrets: fc.uniqueArray(id), userId: fc.boolean() });
    const given = fc.record({
      authorization: fc.array(fc.record({ id, token: value })),
      secrets: fc.array(fc.record({ id, value })),
      userId: fc.oneof(value, fc.constant(undefined)),
    });
    fc.assert(
      fc.property(needed, given, ({ authorization, secrets, userId }, context) => {
        const found = missingRequirements(
          {
            authorization: authorization.map((name) => ({ id: name })),
            secrets: secrets.map((name) => ({ id: name })),
            userId,
          },
          context,
        );
        const single = (values: string[]): boolean => new Set(values).size === 1 && values[0] !== '';
        const ids = (entries: readonly { id: string }[] = []): string[] => entries.map((entry) => entry.id);
        expect(ids(found?.authorization)).toEqual(
          authorization.filter(
            (name) => !single(context.authorization.filter((entry) => entry.id === name).map((entry) => entry.token)),
          ),
        );
        expect(ids(found?.secrets)).toEqual(
          secrets.filter(
            (name) => !single(context.secrets.filter((entry) => entry.id === name).map((entry) => entry.value)),
          ),
        );
        expect(found?.userId === true).toBe(userId && !context.userId);
        expect(JSON.stringify(found) ?? '').not.toContain('CANARY');
      }),
    );
  });
});
