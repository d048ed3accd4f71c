"""E-mail: one message to confirm an address, and one a turn after that, each with a link that ends them."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr

from mousehole.server.calling.smtp import MailServer
from mousehole.server.calling.words import Call
from mousehole.server.store.callbook import Mailbox
from mousehole.table.errors import BadRequest

LONGEST = 254
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
"""What addresses of people look like; quoted ones and those with letters beyond ASCII are not taken."""


def clean_address(text: str) -> str:
    """Read an address of e-mail."""
    text = text.strip()
    if len(text) > LONGEST or not ADDRESS.fullmatch(text):
        raise BadRequest("this is no address of e-mail")
    return text


class Mailer:
    """Writes messages and hands them to the mail server, one after the other, in a thread of its own."""

    def __init__(self, smtp: str, sender: str, site: str) -> None:
        """Send as this sender; without a mail server nothing is offered."""
        self.server = MailServer.parse(smtp) if smtp else None
        self.sender, self.site = sender, site
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="mail")

    def close(self) -> None:
        """Let the thread end by itself."""
        self.thread.shutdown(wait=False, cancel_futures=True)

    def message(self, to: str, subject: str, *paragraphs: str) -> EmailMessage:
        """Write a message in plain text."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(self.sender)[1].rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content("\n\n".join(paragraphs) + "\n")
        return message

    def asking(self, box: Mailbox) -> EmailMessage:
        """Ask whether an address wants to be called."""
        return self.message(
            box.address,
            "Shall Mousehole write to you when it is your turn?",
            "Somebody, probably you, wants to be told at this address when it is their turn at a table of Mousehole.",
            f"If that is right, say yes here: {self.site}/calling/yes/{box.confirming}",
            "If not, there is nothing to do: nothing more is sent to you.",
        )

    def calling(self, box: Mailbox, call: Call) -> EmailMessage:
        """Call somebody."""
        ending = f"{self.site}/calling/off/{box.ending}"
        message = self.message(
            box.address,
            call.title,
            f"It is your turn at {call.game}. {call.text}",
            f"{self.site}{call.path}",
            f"No more of these: {ending}",
        )
        message["List-Unsubscribe"] = f"<{ending}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message

    async def send(self, message: EmailMessage) -> None:
        """Send a message; fails by `OSError`, of which errors of SMTP are a kind."""
        if self.server is not None:
            await asyncio.get_running_loop().run_in_executor(self.thread, self.server.send, message)
