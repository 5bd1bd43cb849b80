import { Module } from '@nestjs/common';
import { EventsModule } from '../platform/events/events.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { ActivityExports } from './activity-exports.js';
import { ActivityLog } from './activity-log.js';
import { ErasureActivity } from './erasure-activity.js';

@Module({
  imports: [EventsModule, StorageModule],
  providers: [ActivityExports, ActivityLog, ErasureActivity],
  exports: [ActivityExports, ActivityLog, ErasureActivity],
})
export class ActivityModule {}
