-- A wish comes as JSON now (functions/registration_seats.sql), no longer as a row whose fields are told by their place.
drop function if exists open_seat(registration_wish, text, text);
drop function if exists give_seat(registration_wish, text, text, bigint, text);
