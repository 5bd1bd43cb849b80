import { Module } from '@nestjs/common';
import { EventsModule } from '../platform/events/events.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { ActivityLog } from './activity-log.service.js';
import { ErasureActivity } from './erasure-activity.service.js';

@Module({
  imports: [EventsModule, StorageModule],
  providers: [ActivityLog, ErasureActivity],
  exports: [ActivityLog, ErasureActivity],
})
export class ActivityModule {}
