import express from 'express4';
import { serveExpress } from './express-app.ts';

serveExpress(express);
