import { Module } from '@nestjs/common';
import { EventBus } from './event-bus.js';
import { OrganizationChanges } from './organization-changes.js';

@Module({ providers: [EventBus, OrganizationChanges], exports: [EventBus, OrganizationChanges] })
export class EventsModule {}
