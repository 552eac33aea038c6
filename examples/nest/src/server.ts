import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { AppModule } from './app.module.ts';

const app = await NestFactory.create(AppModule, new ExpressAdapter());
app.enableShutdownHooks(); // running calls finish on SIGTERM and Ctrl-C
await app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
console.log(`The app, and its tools under /api/ai: ${await app.getUrl()}`);
