#!/usr/bin/env node
// What a program opens in place of a browser: hands the address to the test, which signs in as the user.
import process from 'node:process';

await fetch(process.env['USER_ADDRESS'] ?? '', { method: 'POST', body: process.argv[2] ?? '' });
