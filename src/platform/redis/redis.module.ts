import { Module } from '@nestjs/common';
import { SharedWindows } from './shared-windows.service.js';

@Module({ providers: [SharedWindows], exports: [SharedWindows] })
export class RedisModule {}
