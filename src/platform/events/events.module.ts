import { Module } from '@nestjs/common';
import { EventBus } from './event-bus.service.js';
import { OrganizationChanges } from './organization-changes.service.js';

@Module({ providers: [EventBus, OrganizationChanges], exports: [EventBus, OrganizationChanges] })
export class EventsModule {}
