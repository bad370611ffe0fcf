"""Prints the parts that cloud-init finds in user data on standard input, as JSON: their types and texts."""

import json
import sys

from cloudinit import user_data


class NoPaths:
    """Where cloud-init keeps what it includes; nothing is included here."""

    def get_ipath_cur(self, name=None):
        return "/nonexistent"

    get_ipath = get_cpath = get_ipath_cur


message = user_data.UserDataProcessor(NoPaths()).process(sys.stdin.buffer.read())
parts = [part for part in message.walk() if not part.is_multipart()]
print(json.dumps([{"type": p.get_content_type(), "text": p.get_payload(decode=True).decode()} for p in parts]))
