import { describe, expect, test } from 'vitest';
import { joinCaller, soleCaller } from '../src/internal.ts';

const ada = { id: 'ada' };
const backend = { id: 'backend', issuer: 'keys' };

describe('who calls', () => {
  test('is whom the app names, through whom credentials have let in', () => {
    expect(joinCaller({ principal: ada, unnamed: 'by_credentials' })).toEqual({ principal: ada, isCallerKnown: true });
    const joined = { principal: { id: 'ada', via: backend }, isCallerKnown: true };
    expect(joinCaller({ principal: ada, unnamed: 'by_credentials' }, backend)).toEqual(joined);
  });

  test('is whom credentials name, where the app names nobody and keeps nobody to itself', () => {
    expect(joinCaller(undefined, ada)).toEqual({ principal: ada, isCallerKnown: true });
    expect(joinCaller(soleCaller, ada)).toEqual({ principal: ada, isCallerKnown: true });
    expect(joinCaller({ unnamed: 'unknown' }, ada)).toEqual({ principal: ada, isCallerKnown: false });
  });

  test('is known without a name on a port of the server alone', () => {
    expect(joinCaller(soleCaller)).toEqual({ principal: undefined, isCallerKnown: true });
    expect(joinCaller({ unnamed: 'by_credentials' })).toEqual({ principal: undefined, isCallerKnown: false });
    expect(joinCaller()).toEqual({ principal: undefined, isCallerKnown: false });
  });
});
