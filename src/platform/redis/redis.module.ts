import { Module } from '@nestjs/common';
import { SharedWindows } from './shared-windows.js';

@Module({ providers: [SharedWindows], exports: [SharedWindows] })
export class RedisModule {}
