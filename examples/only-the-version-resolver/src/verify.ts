import { check } from '@toolwire-examples/verify';
import { findPrompt, prompts } from './prompts.ts';

check('an exact version is that one', findPrompt('Support.Reply@1.9.0'), 'Answer the customer, briefly.');
check('@1 is 1.0.0, never the newest 1.x', findPrompt('Support.Reply@1'), 'Answer the customer.');
check('no version is the latest by number', findPrompt('Support.Reply'), 'Answer the customer, briefly and kindly.');

const misspelt = prompts.resolve('Support.Summarise');
check('a misspelled ID gets a suggestion', !misspelt.ok && misspelt.suggestions, ['Support.Summarize']);
const unknown = prompts.resolve('Support.Reply@2.0.0');
check('a version that is not there, which ones are', !unknown.ok && unknown.suggestions[0], 'Support.Reply@1.10.0');
