import { describe, expect, test } from 'vitest';
import { joinCaller, soleCaller } from '../src/internal.ts';

const ada = { id: 'ada' };
const backend = { id: 'backend', issuer: 'keys' };

describe('the caller', () => {
  test('is the user that the app names, together with the credentials', () => {
    expect(joinCaller({ principal: ada, unnamed: 'by_credentials' })).toEqual({ principal: ada, isCallerKnown: true });
    const joined = { principal: { id: 'ada', via: backend }, isCallerKnown: true };
    expect(joinCaller({ principal: ada, unnamed: 'by_credentials' }, backend)).toEqual(joined);
  });

  test('is the principal of the credentials, if the app names no user', () => {
    expect(joinCaller(undefined, ada)).toEqual({ principal: ada, isCallerKnown: true });
    expect(joinCaller(soleCaller, ada)).toEqual({ principal: ada, isCallerKnown: true });
    expect(joinCaller({ unnamed: 'unknown' }, ada)).toEqual({ principal: ada, isCallerKnown: false });
  });

  test("is known without a name only on the server's own port", () => {
    expect(joinCaller(soleCaller)).toEqual({ principal: undefined, isCallerKnown: true });
    expect(joinCaller({ unnamed: 'by_credentials' })).toEqual({ principal: undefined, isCallerKnown: false });
    expect(joinCaller()).toEqual({ principal: undefined, isCallerKnown: false });
  });
});
