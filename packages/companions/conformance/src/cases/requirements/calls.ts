import { tokenCanary as token } from '../../canaries.ts';

/** A call of a tool that requires a token and a user id. */
export const gmail = (context?: unknown): object => ({ tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context });

/** A call of a tool that requires a secret. */
export const sms = (context?: unknown): object => ({
  tool_id: 'SMS.Send@0.1.2',
  input: { to: '+5556051234567', message: 'Hello' },
  context,
});

/** The token that the first of them requires. */
export const google: readonly { readonly id: string; readonly token: string }[] = [{ id: 'google', token }];
