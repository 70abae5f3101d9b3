/** What a person may choose to be notified of; account (a new device, a right) always comes and is in no list. */
export const notificationTopics = ['marks', 'personal', 'groups', 'materials', 'lessons', 'errands', 'news'] as const;
export type NotificationTopic = (typeof notificationTopics)[number];
