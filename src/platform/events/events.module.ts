import { Module } from '@nestjs/common';
import { EventBus } from './event-bus.service.js';

@Module({ providers: [EventBus], exports: [EventBus] })
export class EventsModule {}
