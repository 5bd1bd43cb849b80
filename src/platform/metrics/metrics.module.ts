import { Module } from '@nestjs/common';
import { Metrics } from './metrics.service.js';
import { SlotWatch } from './slot-watch.service.js';

@Module({ providers: [Metrics, SlotWatch], exports: [Metrics] })
export class MetricsModule {}
