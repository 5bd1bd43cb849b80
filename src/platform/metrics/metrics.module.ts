import { Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { SlotWatch } from './slot-watch.js';

@Module({ providers: [Metrics, SlotWatch], exports: [Metrics] })
export class MetricsModule {}
